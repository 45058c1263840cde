import { given } from '../../given-when-then';
import { decideDoExample } from './do-example';
import { exampleAggregate, type ExampleEvent } from './example';

const data = { note: 'a note' };
const done: ExampleEvent = { type: 'ExampleDone', data };

describe('the command do-example', () => {
  it('makes its event', () => {
    given(exampleAggregate, [])
      .when((state) => decideDoExample({ data }, state))
      .then([done]);
  });

  it('does nothing when it is repeated', () => {
    given(exampleAggregate, [done])
      .when((state) => decideDoExample({ data }, state))
      .then([]);
  });
});
