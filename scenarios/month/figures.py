"""The figures of the demo's month, computed apart from the service: python3 figures.py < month.json > figures.json

This program knows the SAT's rules alone: IVA of 16 %, 4 % of it withheld from freight by a legal entity, lines with six decimals,
sums that are rounded once, and receipts whose bases follow what is paid. It reads no file of the service.
"""

import json
import sys
from decimal import ROUND_HALF_UP, Decimal

CENT, MILLIONTH = Decimal("0.01"), Decimal("0.000001")
IVA, WITHHELD = Decimal("0.16"), Decimal("0.04")


def cents(value):
    return value.quantize(CENT, ROUND_HALF_UP)


def millionths(value):
    return value.quantize(MILLIONTH, ROUND_HALF_UP)


def is_legal_entity(client):
    return len(client["rfc"]) == 12


def document(prices, is_withheld):
    """The amounts of a document of these lines."""
    base = sum(prices)
    tax = cents(sum(millionths(price * IVA) for price in prices))
    withheld = cents(sum(millionths(price * WITHHELD) for price in prices)) if is_withheld else Decimal(0)
    return {
        "subtotal": cents(base),
        "taxAmount": tax,
        "withheldAmount": withheld,
        "total": cents(base) + tax - withheld,
        "prices": prices,
        "base": base,
        "isWithheld": is_withheld,
    }


def receipt(numbers, month, documents):
    """The lines of a receipt for these collections, each document's in the order of the payments."""
    lines, balances, bases, installments = [], {}, {}, {}
    for number in numbers:
        for name, amount in month["collections"][number]["allocations"].items():
            paid = documents[name]
            last = balances.get(name, paid["total"])
            left = bases.get(name, paid["base"])
            base = left if amount == last else millionths(left * amount / last)
            balances[name], bases[name] = last - amount, left - base
            installments[name] = installments.get(name, 0) + 1
            taxes = [{"type": "IVA", "rate": IVA, "withholding": False, "base": base}]
            if paid["isWithheld"]:
                taxes.append({"type": "IVA", "rate": WITHHELD, "withholding": True, "base": base})
            lines.append(
                {
                    "document": name,
                    "installment": installments[name],
                    "lastBalance": last,
                    "amount": amount,
                    "balance": last - amount,
                    "taxes": taxes,
                }
            )
    return lines


def collected(month, documents):
    """The taxes of what was collected. Each document's payments follow its base; the last one settles it."""
    parts, open_amounts, bases = [], {}, {}
    for one in month["collections"]:
        for name, amount in one["allocations"].items():
            paid = documents[name]
            last = open_amounts.get(name, paid["total"])
            left = bases.get(name, paid["base"])
            base = left if amount == last else millionths(left * amount / last)
            open_amounts[name], bases[name] = last - amount, left - base
            parts.append(taxes_of([base], paid["isWithheld"], amount))
    return {"documents": len(open_amounts), **summed(parts)}


def taxes_of(prices, is_withheld, total):
    whole = document(prices, is_withheld)
    return {
        "base16": whole["subtotal"],
        "ivaTransferred16": whole["taxAmount"],
        "ivaWithheld": whole["withheldAmount"],
        "total": total,
    }


def summed(parts):
    none = dict.fromkeys(("base8", "base0", "baseExempt", "notSubject", "ivaTransferred8", "isrWithheld"), 0)
    return {**none, **{name: sum(part[name] for part in parts) for name in parts[0]}}


def minus(part):
    return {name: -value for name, value in part.items()}


def amounts(of):
    return {name: of[name] for name in ("subtotal", "taxAmount", "withheldAmount", "total")}


def figures(month):
    clients, collections = month["clients"], month["collections"]
    owners, documents, is_ppd = {}, {}, {}
    for number, trip in enumerate(month["trips"], 1):
        name = f"trip {number}"
        owners[name], is_ppd[name] = trip["client"], not trip.get("paidAtOnce", False)
        documents[name] = document([trip["revenue"]], is_legal_entity(clients[trip["client"]]))
    handling = month["handling"]
    owners["handling"], is_ppd["handling"] = handling["client"], True
    documents["handling"] = document([handling["price"]] * int(handling["lines"]), False)
    issued = {name: amounts(one) for name, one in documents.items()}

    noted, share = month["creditNote"]["of"], month["creditNote"]["share"]
    note = document([millionths(documents[noted]["base"] * share)], documents[noted]["isWithheld"])
    replaced = month["substitution"]["of"]
    documents[replaced] = document([month["substitution"]["price"]], documents[replaced]["isWithheld"])

    charged = {name: one["total"] - (note["total"] if name == noted else 0) for name, one in documents.items()}
    allocated = {name: sum(one["allocations"].get(name, 0) for one in collections) for name in documents}
    open_amounts = {name: charged[name] - allocated[name] for name in documents if charged[name] > allocated[name]}
    on_account = {
        client: sum(one["amount"] - sum(one["allocations"].values()) for one in collections if one["client"] == client)
        for client in clients
    }
    due = [
        {"collection": number, "amount": amount}
        for number, one in enumerate(collections)
        if (amount := sum(part for name, part in one["allocations"].items() if is_ppd[name])) > 0
    ]
    receipts = {
        client: receipt([one["collection"] for one in due if collections[one["collection"]]["client"] == client], month, documents)
        for client in clients
    }
    return {
        "documents": issued,
        "creditNote": amounts(note),
        "substitute": amounts(documents[replaced]),
        "receiptsDue": due,
        "receipts": receipts,
        "trips": {
            name: {"due": charged[name], "paid": allocated[name], "balance": charged[name] - allocated[name]}
            for name in documents
            if name != "handling"
        },
        "receivables": {
            "rows": open_amounts,
            "count": len(open_amounts),
            "clients": {
                client: sum(part for name, part in open_amounts.items() if owners[name] == client) for client in clients
            },
            "total": sum(open_amounts.values()),
            "inFavour": sum(on_account.values()),
        },
        "taxes": {
            "issued": {
                "documents": len(documents) + 1,
                **summed(
                    [taxes_of(one["prices"], one["isWithheld"], one["total"]) for one in documents.values()]
                    + [minus(taxes_of(note["prices"], note["isWithheld"], note["total"]))]
                ),
            },
            "collected": collected(month, documents),
        },
        "statements": {
            client: {
                "opening": 0,
                "closing": sum(part for name, part in open_amounts.items() if owners[name] == client) - on_account[client],
                "inFavour": on_account[client],
            }
            for client in clients
        },
        "collected": sum(one["amount"] for one in collections),
    }


if __name__ == "__main__":
    read = json.load(sys.stdin, parse_float=Decimal, parse_int=Decimal)
    print(json.dumps(figures(read), indent=2, ensure_ascii=False, default=float))
