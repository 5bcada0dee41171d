"""The currencies of fees and prizes, by their codes of ISO 4217: those of the federations' countries."""

USUAL = ("EUR", "CHF", "CZK", "GBP", "PLN", "USD")
"""Named first in lists."""
OTHERS = (
    *("AED", "ALL", "AMD", "AOA", "ARS", "AUD", "AZN", "BAM", "BDT", "BGN", "BOB", "BRL", "BYN", "CAD", "CLP", "CNY"),
    *("COP", "CRC", "CUP", "DKK", "DOP", "DZD", "EGP", "GEL", "GTQ", "HKD", "HNL", "HUF", "IDR", "ILS", "INR", "IRR"),
    *("ISK", "JOD", "JPY", "KES", "KGS", "KRW", "KZT", "LBP", "LKR", "MAD", "MDL", "MGA", "MKD", "MNT", "MXN", "MYR"),
    *("MZN", "NGN", "NIO", "NOK", "NZD", "PAB", "PEN", "PHP", "PKR", "PYG", "QAR", "RON", "RSD", "SAR", "SEK", "SGD"),
    *("THB", "TMT", "TND", "TRY", "TWD", "UAH", "UYU", "UZS", "VES", "VND", "ZAR", "ZMW"),
)
CURRENCIES = (*USUAL, *OTHERS)
