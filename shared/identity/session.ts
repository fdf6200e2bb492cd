import * as v from 'valibot';
import { Email, Line, StoredEmail, Uuid } from '../platform/values/fields';
import { Message, said } from '../platform/values/text';

/** Answers and bodies of the sign-in operations. */

export const Tokens = v.object({
  /** Describes the person, for the front end. The service accepts only the access token. */
  idToken: v.string(),
  /** Send it as `Authorization: Bearer …`. */
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Seconds until the access token expires. */
  expiresIn: v.pipe(v.number(), v.integer()),
});
export type Tokens = v.InferOutput<typeof Tokens>;

export const StaffSession = v.object({
  message: Message,
  /** The tokens of the session. */
  tokens: Tokens,
  /** The account that signed in. */
  user: v.object({ id: Uuid, email: StoredEmail }),
});

export const DriverSession = v.object({
  message: Message,
  /** The tokens of the session. */
  tokens: Tokens,

  /** The account that signed in. */
  driver: v.object({ id: Uuid, username: v.string() }),
});

/** The device proof of an earlier sign-in: of the app, which keeps no cookies. Another text counts as none. */
export const Device = v.optional(Line(200));

/** A driver's sign-in. The app keeps `device` and sends it with later sign-ins, which strangers then cannot lock out. */
export const DriverSignIn = v.object({ ...DriverSession.entries, device: v.string() });

export const challengeOf = <const Name extends 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'>(name: Name) =>
  v.object({
    /** The next step of the sign-in. Answer it with `session` and `username`. */
    challenge: v.literal(name),
    session: v.string(),
    username: v.string(),
  });

/** An existing password. It only has to match, so only Cognito's maximum length is checked. */
export const Password = v.pipe(
  v.string(said({ en: 'Send a password.', es: 'Envíe una contraseña.' })),
  v.minLength(1, said({ en: 'This cannot be empty.', es: 'No puede quedar vacío.' })),
  v.maxLength(256, said({ en: 'Send at most 256 characters.', es: 'Envíe como máximo 256 caracteres.' })),
);

/** Cognito's sessions have at most 2,048 characters. Ours contain a user name and a seal before them. */
export const Session = Line(2400, 1);

export const Username = Line(128, 1);

export const RefreshToken = v.pipe(
  v.string(said({ en: 'Send a refresh token.', es: 'Envíe un token de renovación.' })),
  v.minLength(1, said({ en: 'This cannot be empty.', es: 'No puede quedar vacío.' })),
  v.maxLength(8192, said({ en: 'Send at most 8192 characters.', es: 'Envíe como máximo 8192 caracteres.' })),
);

const SixDigits = v.pipe(
  v.string(said({ en: 'Send the six digits.', es: 'Envíe los seis dígitos.' })),
  v.regex(/^\d{6}$/, said({ en: 'Send the six digits.', es: 'Envíe los seis dígitos.' })),
);

export const AuthenticatorCode = SixDigits;

/** Six digits from a mail that confirms an address or resets a password. */
export const MailedCode = SixDigits;

/**
 * A new password: its length, and Cognito's pattern (no blank at either end, one line). These rules are checked before
 * Cognito is called: otherwise a registration with a short password would succeed for an existing address and fail for a
 * new one. `refuseGuessablePassword` checks the rest.
 */
export const NewPassword = v.pipe(
  Password,
  v.minLength(10, said({ en: 'Use at least 10 characters.', es: 'Use al menos 10 caracteres.' })),
  v.regex(
    /^\S.*\S$/,
    said({ en: 'Leave out blanks at the beginning and the end.', es: 'Quite los espacios del principio y del final.' }),
  ),
  v.description(
    'Any characters, also blanks inside. Refused: the commonest passwords (compared by their letters), passwords without letters, and those with the own name or e-mail address.',
  ),
);

/**
 * Body of POST /auth/register. The password is checked and then dropped: only the one that comes with the mailed code
 * counts, because anyone can register the address of another person.
 */
export const Registration = v.object({
  email: Email,
  password: v.optional(NewPassword),
  /** The person’s full name. */
  name: Line(2000, 1),
  phone: v.optional(Line()),
});

/** Body of POST /auth/register/confirm. Name and phone replace those of the registration. */
export const Confirmation = v.object({
  email: Email,
  /** The six digits of the newest mail about this registration. */
  code: MailedCode,
  password: NewPassword,
  /** The person’s full name. Absent: the name of the registration. */
  name: v.optional(Line(2000, 1)),
  phone: v.optional(Line()),
});
