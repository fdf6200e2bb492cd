/**
 * What a million of each cost on 2026-11-01, in US dollars: us-east-1, on demand. Source: the price pages of API Gateway (HTTP API), Lambda
 * (requests, arm64) and DynamoDB. Lambda's time is left out: what a call takes on this machine says nothing of what it takes there.
 */
const DOLLARS_PER_MILLION = { apiRequest: 1, functionRequest: 0.2, readUnit: 0.125, writeUnit: 0.625 };

/** What a million such calls would cost there. */
export const dollarsPerMillion = (call: { isHttp: boolean; readUnits: number; writeUnits: number }): number =>
  (call.isHttp ? DOLLARS_PER_MILLION.apiRequest : 0) +
  DOLLARS_PER_MILLION.functionRequest +
  call.readUnits * DOLLARS_PER_MILLION.readUnit +
  call.writeUnits * DOLLARS_PER_MILLION.writeUnit;
