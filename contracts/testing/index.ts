export { CONTRACT_CASES } from './cases';
export { PAID_ROUTES } from './paid-routes';
export { ROUTES } from './routes';
export { type RawReply, type Side, Visitor } from './visitor';
export { answerProblems, findRoute, type FoundRoute, pushProblems, requestProblems } from './wire-check';
