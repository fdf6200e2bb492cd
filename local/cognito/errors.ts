import { ServiceError } from '../aws-json';

/** Exceptions with the names and messages of Cognito's API reference. */
export const notAuthorized = (message: string): ServiceError => new ServiceError('NotAuthorizedException', message);
export const wrongCredentials = (): ServiceError => notAuthorized('Incorrect username or password.');
export const invalidSession = (): ServiceError => notAuthorized('Invalid session for the user.');
export const userDisabled = (): ServiceError => notAuthorized('User is disabled.');
export const reusedRefreshToken = (): ServiceError =>
  new ServiceError('RefreshTokenReuseException', 'The refresh token has been used already.');
export const noSuchUser = (): ServiceError => new ServiceError('UserNotFoundException', 'User does not exist.');
export const notFound = (message: string): ServiceError => new ServiceError('ResourceNotFoundException', message);
export const invalidParameter = (message: string): ServiceError =>
  new ServiceError('InvalidParameterException', message);
export const weakPassword = (reason: string): ServiceError =>
  new ServiceError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
export const wrongCode = (message: string): ServiceError => new ServiceError('CodeMismatchException', message);
export const codeExpired = (message: string): ServiceError => new ServiceError('ExpiredCodeException', message);
export const tooManyAttempts = (): ServiceError =>
  new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
