import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { imported, importOffices } from '../support/import-desk';
import { recordsOf } from '../support/office';

const { open } = importOffices();
const resultsOf = ({ rows }: Awaited<ReturnType<typeof imported>>) =>
  rows.map(({ result }) => result?.replace(/^WOULD_/, '').replace(/D$/, ''));

describe('integrations 5: a dry run says what a real run does', () => {
  it('of a plate that stands twice in the file, also when the first row is refused', async () => {
    const office = await open();
    const file = 'externalId,plate,year\r\nV-1,A1,mil\r\nV-2,a-1,2020\r\nV-3,B1,2020\r\n';
    const dry = resultsOf(await imported(office, 'vehicles', file, true));
    const real = resultsOf(await imported(office, 'vehicles', file));
    expect(real).toEqual(dry);
    expect(recordsOf(await office.send(listVehicles), 'vehicles').map(({ externalId }) => externalId)).toEqual(['V-3']);
  });
});
