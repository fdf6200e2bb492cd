/** Answers each PDF that it is sent with what Mozilla's reader finds in it: the text of each page, where it ends on the right, above and below, and the sizes of the pictures that the pages paint. */
const reader = require('pdf-parse/lib/pdf.js/v1.10.100/build/pdf.js');

// Its warnings would go to the standard output: a picture that it cannot decode is a fault.
console.log = (...said) => {
  throw new Error(said.join(' '));
};

async function pagesOf(data) {
  const document = await reader.getDocument({
    data,
    nativeImageDecoderSupport: 'none',
  });
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const { fnArray, argsArray } = await page.getOperatorList();
    const { paintJpegXObject, paintImageXObject } = reader.OPS;
    const pictures = argsArray.filter((_, index) => [paintJpegXObject, paintImageXObject].includes(fnArray[index]));
    pages.push({
      right: Math.max(...items.map(({ transform, width }) => transform[4] + width)),
      top: Math.max(...items.map(({ transform }) => transform[5])),
      bottom: Math.min(...items.map(({ transform }) => transform[5])),
      text: items.map(({ str }) => str).join('\n'),
      pictures: pictures.map(([, width, height]) => [width, height]),
    });
  }
  return pages;
}

reader.disableWorker = true;
process.on('message', async ({ number, bytes }) => {
  const answer = await pagesOf(Uint8Array.from(bytes)).then(
    (pages) => ({ pages }),
    (failure) => ({ failure: String(failure) }),
  );
  process.send({ number, ...answer });
});
