"""The ICCF's ratings: Elo of 2016 and 2017, Glickman's system of 2023."""
