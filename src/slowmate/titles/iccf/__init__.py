"""Section 10 and Appendix 2 of the ICCF's tournament rules: norms and titles of 2016 and 2017."""
