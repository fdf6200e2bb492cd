"""Computes invoices with satcfdi: a line of the input is a list of items, a line of the output the amounts of its document."""
import json
import sys
from datetime import datetime
from decimal import Decimal

from satcfdi.create.cfd import cfdi40

ISSUED = datetime(2026, 3, 2, 9, 0, 0)


def withheld(tax, rate):
    return [cfdi40.Retencion(impuesto=tax, tipo_factor='Tasa', tasa_o_cuota=Decimal(rate))] if Decimal(rate) > 0 else []


def taxes_of(item):
    if item['object'] == '01':
        return None
    return cfdi40.Impuestos(
        traslados=[cfdi40.Traslado(impuesto='002', tipo_factor='Tasa', tasa_o_cuota=Decimal(item['rate']))],
        retenciones=withheld('002', item['withheldIva']) + withheld('001', item['withheldIsr']),
    )


def concept_of(item):
    return cfdi40.Concepto(
        clave_prod_serv='78101802',
        cantidad=Decimal(item['quantity']),
        clave_unidad='E48',
        descripcion='Flete',
        valor_unitario=Decimal(item['price']),
        objeto_imp=item['object'],
        impuestos=taxes_of(item),
    )


def amounts_of(items):
    document = cfdi40.Comprobante(
        emisor=cfdi40.Emisor(rfc='EKU9003173C9', nombre='ESCUELA KEMPER URGATE', regimen_fiscal='601'),
        lugar_expedicion='64000',
        receptor=cfdi40.Receptor(
            rfc='URE180429TM6',
            nombre='UNIVERSIDAD ROBOTICA ESPANOLA',
            domicilio_fiscal_receptor='86991',
            regimen_fiscal_receptor='601',
            uso_cfdi='G03',
        ),
        conceptos=[concept_of(item) for item in items],
        fecha=ISSUED,
    )
    taxes = document['Impuestos'] or {}
    return {
        'lines': [
            {
                'importe': str(concept['Importe']),
                'taxes': [
                    {
                        'name': 'IVA' if tax['Impuesto'] == '002' else 'ISR',
                        'withheld': kind == 'Retenciones',
                        'base': str(tax['Base']),
                        'rate': str(tax['TasaOCuota']),
                        'amount': str(tax['Importe']),
                    }
                    for kind in ('Traslados', 'Retenciones')
                    for tax in (concept['Impuestos'] or {}).get(kind, [])
                ],
            }
            for concept in document['Conceptos']
        ],
        'subtotal': str(document['SubTotal']),
        'tax': str(taxes.get('TotalImpuestosTrasladados', 0)),
        'withheld': str(taxes.get('TotalImpuestosRetenidos', 0)),
        'total': str(document['Total']),
    }


for line in sys.stdin:
    print(json.dumps(amounts_of(json.loads(line))))
