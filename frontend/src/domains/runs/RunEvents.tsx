import type { RunDetail } from '@storyreel/contracts';
import { Stack } from '../../ui';
import { Fact, Facts, Json, Moment, Quiet, Unfold } from './parts';

const anchor = (id: string): string => `event-${id}`;

/** As they were appended, each with what it came of. */
export function RunEvents({ events }: Pick<RunDetail, 'events'>) {
  return (
    <Stack gap={2}>
      {events.map(({ id, type, stream, revision, at, actor, why, data }) => (
        <Unfold key={id} id={anchor(id)}>
          <summary>
            <strong>{type}</strong> <Quiet>by {actor}</Quiet>
          </summary>
          <Stack gap={3}>
            <Facts>
              <Fact name="Appended">
                <Moment at={at} />
              </Fact>
              <Fact name="Stream">
                {stream} at {revision}
              </Fact>
              <Fact name="Because of">
                {why.kind === 'event' ? <a href={`#${anchor(why.id)}`}>{why.label}</a> : `${why.label} (${why.id})`}
              </Fact>
            </Facts>
            <Json label={`Data of ${type}`} value={data} />
          </Stack>
        </Unfold>
      ))}
    </Stack>
  );
}
