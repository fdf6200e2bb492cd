/** A text as lower-case letters without accents; everything else is left out. `P@ssw0rd-Ñ` becomes `psswrdn`. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
