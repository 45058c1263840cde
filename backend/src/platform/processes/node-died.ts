/** A job was being run when its node died, and again at each further try: nobody tries it once more. */
export class NodeDied extends Error {
  constructor(readonly deaths: number) {
    super(`The node that ran this job died, ${deaths} times in all: it is not tried again.`);
  }
}

/** How long a job waits after its node has died, in SQL, from how often that has been before: 1 s, 10 s, then 30 s. */
export const waitAfterDeath = (deathsBefore: string): string =>
  `least(30, power(10, least(2, ${deathsBefore}))) * interval '1 second'`;
