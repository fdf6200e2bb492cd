/**
 * Stands in for the SDK's question to an EC2 instance for its region, which a client asks where no variable names one. Lambda always sets
 * AWS_REGION. Without this a bundle holds 1 kB that never runs.
 */
export const getInstanceMetadataRegion = async (): Promise<undefined> => undefined;
