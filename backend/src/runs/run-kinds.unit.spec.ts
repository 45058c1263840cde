import { RUN_KINDS } from '@storyreel/contracts';
import { CHAT_CATEGORY } from '../chat';
import { generationKinds } from '../generation';

it('every kind of run is in the list of the contracts, from which screens take their words and filters', () => {
  // A trial is a run of what it tries again.
  const made = generationKinds.map(({ name }) => name.replace(/Trial$/, ''));
  expect(new Set(RUN_KINDS)).toEqual(new Set([...made, 'text', CHAT_CATEGORY]));
});
