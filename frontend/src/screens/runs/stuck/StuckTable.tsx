import styled from '@emotion/styled';
import type { StuckKind, StuckWork } from '@storyreel/contracts';
import { Button, mobile, space, tokens } from '../../../ui';
import { useRetryStuck } from '../../../domains/stuck/queries';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th,
  & td {
    padding: ${space(2.5)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & thead th {
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    white-space: nowrap;
  }
  & tbody tr:last-of-type td {
    border-bottom: 0;
  }
  & .fixed {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  /* As wide as an ID. */
  & .what {
    min-width: 310px;
  }
  & .quiet {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
  & summary {
    cursor: pointer;
  }
  & pre {
    margin: ${space(2)} 0 0;
    max-height: 320px;
    overflow: auto;
    font-size: ${tokens.caption};
    white-space: pre-wrap;
  }
  ${mobile} {
    & thead {
      display: none;
    }
    & tr {
      display: block;
      padding: ${space(2)} 0;
      border-bottom: 1px solid ${tokens.line};
    }
    & td {
      display: block;
      padding: ${space(1)} ${space(3)};
      border-bottom: 0;
    }
    & .what {
      min-width: 0;
    }
  }
`;
const Frame = styled.div`
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;

const KINDS: Record<StuckKind, string> = { reaction: 'Event', row: 'Row', view: 'View', job: 'Job' };
const WAITS: Record<StuckKind, string> = {
  reaction: '',
  job: '',
  row: 'Rebuild the view with the tool views --switch',
  view: 'Resumes once a release can read the event',
};
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function StuckTable({ items }: { items: readonly StuckWork[] }) {
  return (
    <Frame>
      <Table aria-label="Stuck work">
        <thead>
          <tr>
            {['Kind', 'What', 'Reason', 'Attempts', 'Since', 'Action'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <StuckEntry key={`${item.kind}/${item.id}`} item={item} />
          ))}
        </tbody>
      </Table>
    </Frame>
  );
}

function StuckEntry({ item }: { item: StuckWork }) {
  const { kind, name, subject, events, eventId, reason, attempts, since, retryable } = item;
  const retry = useRetryStuck();
  const action = kind === 'job' ? 'Requeue' : 'Retry';
  return (
    <tr>
      <td className="fixed">{KINDS[kind]}</td>
      <td className="what">
        {name}
        <div className="quiet">
          {subject}
          {events > 1 && ` · ${events} events`}
        </div>
        {eventId !== null && <div className="quiet">Event {eventId}</div>}
      </td>
      <td>
        <Reason text={reason} />
      </td>
      <td className="fixed">{attempts === 1 ? 'Once' : `${attempts} times`}</td>
      <td className="fixed">
        <time dateTime={since}>{moment.format(new Date(since))}</time>
      </td>
      <td>
        {retryable ? (
          <Button
            size="small"
            loading={retry.isPending}
            aria-label={`${action} ${name} ${subject}`}
            onClick={() => retry.mutate(item)}
          >
            {action}
          </Button>
        ) : (
          <span className="quiet">{WAITS[kind]}</span>
        )}
      </td>
    </tr>
  );
}

const LONG = 120;

/** The first line, with the whole text behind it. */
function Reason({ text }: { text: string }) {
  const [line = ''] = text.split('\n', 1);
  if (line === text && text.length <= LONG) return <>{text}</>;
  return (
    <details>
      <summary>{line.length > LONG ? `${line.slice(0, LONG)}…` : line}</summary>
      {/* It scrolls, so the keyboard has to reach it. */}
      <pre tabIndex={0} aria-label="Whole reason" role="region">
        {text}
      </pre>
    </details>
  );
}
