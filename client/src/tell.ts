/** Browsers show such an error like an uncaught one. Node and React Native have no such function. */
declare const reportError: ((failure: unknown) => void) | undefined;

/** Calls a listener of the app. What it throws must not become the failure of the call that has already done its work. */
export function tell<Value>(listener: ((value: Value) => void) | undefined, value: Value): void {
  try {
    listener?.(value);
  } catch (failure) {
    (typeof reportError === 'undefined' ? console.error : reportError)(failure);
  }
}
