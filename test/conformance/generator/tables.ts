import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const rowsOf = (file: string): string[][] =>
  readFileSync(join(__dirname, '..', 'data', file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

export interface Place {
  readonly postcode: string;
  readonly state: string;
  readonly municipality: string;
  readonly border: boolean;
}

/** Postcodes of the SAT's catalogue. A municipality that the catalogue does not have is an empty text. */
export const PLACES: readonly Place[] = rowsOf('places.tsv').map(
  ([postcode = '', state = '', municipality = '', , border]) => ({
    postcode,
    state,
    municipality,
    border: border === '1',
  }),
);

const goods = rowsOf('goods.tsv');
const goodsWith = (hazard: string): string[] => goods.flatMap(([key = '', flag]) => (flag === hazard ? [key] : []));

/** Goods by the SAT's flag: never hazardous, always, or as the sender says. */
export const GOODS = { harmless: goodsWith('0'), hazardous: goodsWith('1'), either: goodsWith('0,1') };

const configurations = rowsOf('configurations.tsv');
const configurationsWith = (rule: string): string[] =>
  configurations.flatMap(([key = '', trailer]) => (trailer === rule ? [key] : []));

/** Configurations of vehicles by whether they draw trailers. */
export const CONFIGURATIONS = {
  without: configurationsWith('0'),
  with: configurationsWith('1'),
  either: configurationsWith('0,1'),
};

export const HAZARD_KEYS = '0479 3073 3525 1760 3264 3354 3409 2057 1455 1044 1625 1202'.split(' ');
export const PACKAGING = '1A1 1A2 1B1 1D 1G 3A1 3H2 4A 4D 4G 4H1 5H1 5L1 6HA1 6PA1 7H1 7L1 Z01'.split(' ');
export const PARTS = 'PT01 PT02 PT05 PT12'.split(' ');
export const PERMITS = 'TPAF01 TPAF02 TPAF03 TPAF05 TPAF12 TPAF20'.split(' ');
export const TRAILERS = 'CTR001 CTR004 CTR007 CTR013 CTR029 CTR031 CTR032'.split(' ');
export const UNITS = 'KGM E48 XPX H87 LTR ACT TNE MTQ XBX'.split(' ');
/** Keys of c_Localidad that every state has. */
export const LOCALITIES = ['01', '02'];
/** Services that an invoice with a Carta Porte may have (CP109) without a second mode of transport (CP110). */
export const SERVICES = '78101800 78101801 78101802 78101803 78101804 78101806 78101807 78121603 78141501'.split(' ');
export const OTHER_SERVICES = '78101805 78131600 84111506 43211500 78121602'.split(' ');
export const FORMS = '01 02 03 04 05 06 08 12 17 28 30'.split(' ');
