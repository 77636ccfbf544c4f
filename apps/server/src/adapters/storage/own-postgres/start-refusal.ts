/** Our own PostgreSQL cannot be run here, and retries do not help. The message is a sentence that names the way out. */
export class StartRefusal extends Error {}
