import { AppError, ERRORS, validationError } from '../../shared/platform/errors';
import { asIs } from '../../shared/platform/values/text';

test('a refusal says what it is told, or what its code says', () => {
  const cause = new Error('of our own');
  const detail = { field: 'plate', retryAfter: 7, errors: [{ field: 'both' }], cause };
  const refusal = new AppError('PLATE_TAKEN', detail);
  expect(refusal).toMatchObject({
    name: 'AppError',
    code: 'PLATE_TAKEN',
    message: ERRORS.PLATE_TAKEN.message.en,
    text: ERRORS.PLATE_TAKEN.message,
    ...detail,
  });
  expect(new AppError('PLATE_TAKEN', { message: asIs('Another one has it.') }).message).toBe('Another one has it.');
});

test('what is invalid names its field', () => {
  const refusal = validationError('stops[3].order', asIs('Send another.'));
  expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', field: 'stops[3].order', message: 'Send another.' });
});
