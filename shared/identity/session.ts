import * as v from 'valibot';
import { Email, Line, StoredEmail, Uuid } from '../platform/values/fields';

/** Answers and bodies of the sign-in operations. */

export const Tokens = v.object({
  idToken: v.string(),
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.pipe(v.number(), v.integer()),
});
export type Tokens = v.InferOutput<typeof Tokens>;

export const StaffSession = v.object({
  message: v.string(),
  tokens: Tokens,
  user: v.object({ id: Uuid, email: StoredEmail }),
});

export const DriverSession = v.object({
  message: v.string(),
  tokens: Tokens,
  driver: v.object({ id: Uuid, username: v.string() }),
});

export const challengeOf = <const Name extends 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'>(name: Name) =>
  v.object({ challenge: v.literal(name), session: v.string(), username: v.string() });

/** An existing password. It only has to match, so only Cognito's maximum length is checked. */
export const Password = v.pipe(
  v.string('Send a password.'),
  v.minLength(1, 'This cannot be empty.'),
  v.maxLength(256, 'Send at most 256 characters.'),
);

/** Cognito's sessions have at most 2,048 characters. Ours contain a user name and a seal before them. */
export const Session = Line(2400, 1);

export const Username = Line(128, 1);

export const RefreshToken = v.pipe(
  v.string('Send a refresh token.'),
  v.minLength(1, 'This cannot be empty.'),
  v.maxLength(8192, 'Send at most 8192 characters.'),
);

const SixDigits = v.pipe(v.string('Send the six digits.'), v.regex(/^\d{6}$/, 'Send the six digits.'));

export const AuthenticatorCode = SixDigits;

/** Six digits from a mail that confirms an address or resets a password. */
export const MailedCode = SixDigits;

/**
 * A new password. Its rules are checked before Cognito is called: otherwise a registration with a weak password would
 * succeed for an existing address and fail for a new one, and so reveal that the address exists. The symbols are
 * Cognito's (developer guide, "Adding user pool password requirements").
 */
export const NewPassword = v.pipe(
  Password,
  v.check(
    (password) => PASSWORD_RULES.every((rule) => rule.test(password)),
    'Use at least 8 characters, without blanks: upper and lower case letters, a digit and a symbol.',
  ),
  v.description('At least 8 characters, without blanks, with upper and lower case letters, a digit and a symbol.'),
);

const PASSWORD_RULES = [/^\S{8,}$/, /[a-z]/, /[A-Z]/, /[0-9]/, /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/];

/** Body of POST /auth/register. */
export const Registration = v.object({
  email: Email,
  password: NewPassword,
  name: Line(2000, 1),
  phone: v.optional(Line()),
});
