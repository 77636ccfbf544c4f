/**
 * Who has acknowledged nothing although it was sent again and again: the other ends of this process's connections, each as
 * `address port`. Empty where the system does not tell.
 */
export type SilentPeers = () => Promise<ReadonlySet<string>>
