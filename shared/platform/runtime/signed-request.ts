/** A request as its sender signed it. */
export interface SignedRequest {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Partial<Record<string, string>>>;
  readonly query: Readonly<Partial<Record<string, string>>>;
}

/** A service that speaks of one team. */
export interface WebhookCaller {
  readonly teamId: string;
}

/** Tells whose request it is; undefined when its signature is not right. */
export type CheckSignature = (request: SignedRequest) => Promise<WebhookCaller | undefined>;
