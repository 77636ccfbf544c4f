/** Why our own PostgreSQL cannot be run here, in a sentence that names the way out. Trying again does not help. */
export class StartRefusal extends Error {}
