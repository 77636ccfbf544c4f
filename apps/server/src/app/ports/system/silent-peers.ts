/**
 * Remote ends, as `address port`, of this process's connections that acknowledge nothing despite TCP retransmissions.
 * Empty where the system does not report them.
 */
export type SilentPeers = () => Promise<ReadonlySet<string>>
