import { SetMetadata } from '@nestjs/common';

/** What a route takes as its body, where that is not a small one of JSON or of a form. */
export type BodyOf = { is: 'large' } | { is: 'raw'; bytes: number };

export const BODY_OF = Symbol('bodyOf');

/** Opens a route for bodies of JSON that are as large as a story or a scene with all that belongs to it. */
export const LargeBody = () => SetMetadata(BODY_OF, { is: 'large' } satisfies BodyOf);

/** Gives a route the bytes of its body as they came: a signature is over them. */
export const RawBody = (bytes: number) => SetMetadata(BODY_OF, { is: 'raw', bytes } satisfies BodyOf);
