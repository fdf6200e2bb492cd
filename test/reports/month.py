"""
The reference of month.ts: an accountant's month, computed apart from the product with decimal.Decimal and half-up rounding.
Prints the figures that the tests hold as constants. Run: python3 test/reports/month.py
"""

from decimal import ROUND_HALF_UP, Decimal as D

CENT, MILLIONTH = D("0.01"), D("0.000001")


def cents(value):
    sign = -1 if value < 0 else 1
    return sign * abs(value).quantize(CENT, ROUND_HALF_UP)


def six(value):
    return value.quantize(MILLIONTH, ROUND_HALF_UP)


FIELDS = [
    "base16", "base8", "base0", "baseExempt", "notSubject",
    "ivaTransferred16", "ivaTransferred8", "ivaWithheld", "isrWithheld",
]


def item(price, quantity, rate, iva="0", isr="0"):
    """rate None is object 01."""
    return {"importe": six(D(price) * D(quantity)), "rate": rate if rate is None else D(rate), "iva": D(iva), "isr": D(isr)}


# name: (client, sign, items)
DOCUMENTS = {
    "freight": ("norte", 1, [item("1850.03", "1", "0.16", "0.04")] * 2),
    "border": ("norte", 1, [item("1333.335", "3", "0.08")]),
    "export": ("sur", 1, [item("5000.55", "1", "0")]),
    "mixed": ("sur", 1, [item("5000.01", "1", "0.16", "0.04"), item("350.50", "1", None)]),
    "resico": ("sur", 1, [item("10000", "1", "0.16", "0.04", "0.0125")]),
    "note": ("norte", -1, [item("370.006", "1", "0.16", "0.04")]),
}


def raw(items):
    sums = {field: D(0) for field in FIELDS}
    for one in items:
        if one["rate"] is None:
            sums["notSubject"] += one["importe"]
            continue
        name = {D("0.16"): "16", D("0.08"): "8", D(0): "0"}[one["rate"]]
        sums["base" + name] += one["importe"]
        if name != "0":
            sums["ivaTransferred" + name] += six(one["importe"] * one["rate"])
        sums["ivaWithheld"] += six(one["importe"] * one["iva"])
        sums["isrWithheld"] += six(one["importe"] * one["isr"])
    return sums


def total(items):
    sums = {field: cents(value) for field, value in raw(items).items()}
    subtotal = cents(sum((one["importe"] for one in items), D(0)))
    taxes = sums["ivaTransferred16"] + sums["ivaTransferred8"]
    return subtotal + taxes - sums["ivaWithheld"] - sums["isrWithheld"]


def show(title, sums, amount, documents):
    figures = {field: str(value) for field, value in sums.items() if value != 0}
    print(f"{title}: documents {documents}, {figures}, total {amount}")


def add(one, other):
    return {field: one[field] + other[field] for field in FIELDS}


NOTHING = {field: D(0) for field in FIELDS}

print("issued")
rows = {}
for name, (client, sign, items) in DOCUMENTS.items():
    figures = {field: sign * cents(value) for field, value in raw(items).items()}
    show("  " + name, figures, sign * total(items), 1)
    for key in (client, "all"):
        sums, amount, count = rows.get(key, (NOTHING, D(0), 0))
        rows[key] = (add(sums, figures), amount + sign * total(items), count + 1)
for key, (sums, amount, count) in rows.items():
    show("  = " + key, sums, amount, count)

# The payments, oldest first: (month, document, amount). The note takes from "freight" before any payment.
PAYMENTS = [
    ("2026-03", "freight", "2000.00"),
    ("2026-03", "mixed", "3000.00"),
    ("2026-03", "border", "4320.01"),
    ("2026-04", "freight", "1729.66"),
    ("2026-04", "resico", "5000.00"),
]


def groups(items):
    found = {}
    for one in items:
        if one["rate"] is not None:
            key = (one["rate"], one["iva"], one["isr"])
            found[key] = found.get(key, D(0)) + one["importe"]
    return found


print("collected")
left = {name: groups(items) for name, (_, _, items) in DOCUMENTS.items()}
balance = {name: total(items) for name, (_, _, items) in DOCUMENTS.items()}
for key, base in groups(DOCUMENTS["note"][2]).items():
    left["freight"][key] -= base
balance["freight"] -= total(DOCUMENTS["note"][2])
months = {}
for month, name, text in PAYMENTS:
    paid = D(text)
    sums = dict(NOTHING)
    for key, base in left[name].items():
        part = base if paid == balance[name] else six(base * paid / balance[name])
        left[name][key] -= part
        rate, iva, isr = key
        sums = add(sums, raw([{"importe": part, "rate": rate, "iva": iva, "isr": isr}]))
    balance[name] -= paid
    if any(one["rate"] is None for one in DOCUMENTS[name][2]):
        taxed = sum((sums["base" + n] for n in ("16", "8", "0")), D(0)) + sums["ivaTransferred16"] + sums["ivaTransferred8"]
        sums["notSubject"] = paid - (taxed - sums["ivaWithheld"] - sums["isrWithheld"])
    print(f"  {name} {paid}: " + str({field: str(value) for field, value in sums.items() if value != 0}))
    former, amount, names = months.get(month, (NOTHING, D(0), set()))
    months[month] = (add(former, sums), amount + paid, names | {name})
for month, (sums, amount, names) in months.items():
    show("  = " + month, {field: cents(value) for field, value in sums.items()}, amount, len(names))
