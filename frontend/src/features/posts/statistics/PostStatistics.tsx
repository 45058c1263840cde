import styled from '@emotion/styled';
import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { PostStatistics, SocialPost } from '@storyreel/contracts';
import { Button, Moment, space, Stack, tokens } from '../../../ui';
import { formatCount } from '../../zaps/format';
import { useConnections } from '../api';
import { useConnectAccount } from '../social/connections';

const Frame = styled.section`
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
`;
const Numbers = styled.dl`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space(2)} ${space(6)};
  & dt {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
  }
  & dd {
    margin: 0;
    font-size: ${tokens.heading3};
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const Line = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Drawing = styled.svg`
  width: 120px;
  height: 32px;
  margin-inline-start: auto;
  overflow: visible;
  & polyline {
    fill: none;
    stroke: ${tokens.text2};
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
`;

/** Formats a number of views: '1 view', '1,204 views'. */
export const viewsInWords = (views: number): string => `${formatCount(views)} ${views === 1 ? 'view' : 'views'}`;

const SIZE = { width: 120, height: 32 };

/** Draws the views by day; renders nothing for a single day. */
function Sparkline({ days }: Pick<PostStatistics, 'days'>) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || days.length < 2) return null;
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const views = days.map((day) => day.views);
  const [least, most] = [Math.min(...views), Math.max(...views)];
  const points = days.map((day) => {
    const x = ((Date.parse(day.day) - from) / (to - from)) * SIZE.width;
    const y = SIZE.height - (most === least ? 0.5 : (day.views - least) / (most - least)) * SIZE.height;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <Drawing
      role="img"
      aria-label={`Views from ${formatCount(first.views)} to ${formatCount(last.views)} in ${days.length} days`}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
    >
      <polyline points={points.join(' ')} />
    </Drawing>
  );
}

/** Says why there are no numbers or no recent ones; null when there is nothing to explain. */
function explanation({ numbers, trouble }: PostStatistics, { platform }: SocialPost): string | null {
  const { name, viewsNote } = PLATFORM_PROFILES[platform];
  if (trouble === 'scope') return `Connect ${name} again to see views, and allow access to them.`;
  if (trouble === 'gone') return `${name} doesn't show this post any more. It was deleted there, or made private.`;
  if (trouble === 'no_id') return `${name} didn't say where this post is, so its views can't be read.`;
  if (numbers !== null) return null;
  return ['Views appear here within a day.', viewsNote].filter((part) => part !== null).join(' ');
}

/** Links to the platform's consent page, where the account's owner can grant missing permissions. */
function ConnectAgain({ platform }: Pick<SocialPost, 'platform'>) {
  const { data: connections = [] } = useConnections();
  const { mutate: connect, isPending } = useConnectAccount();
  const connection = connections.find((each) => each.platform === platform);
  if (!connection || connection.authorizeUrl === null) return null;
  return (
    <Button size="small" loading={isPending} onClick={() => connect(connection)}>
      Connect Again
    </Button>
  );
}

/** Shows a published post's views, likes and comments, and its views by day. */
export function PostStatisticsView({ post }: { post: SocialPost }) {
  const { statistics } = post;
  if (statistics === null) return null;
  const { numbers, asOf, sandbox, trouble, days } = statistics;
  const why = explanation(statistics, post);
  return (
    <Frame aria-label="Views, likes and comments">
      <Stack gap={2}>
        {numbers && (
          <Numbers>
            {(['views', 'likes', 'comments'] as const).map((name) => (
              <div key={name}>
                <dt>{LABELS[name]}</dt>
                <dd>{numbers[name] === null ? '–' : formatCount(numbers[name])}</dd>
              </div>
            ))}
            <Sparkline days={days} />
          </Numbers>
        )}
        {numbers && asOf !== null && (
          <Line>
            As of <Moment at={asOf} />
            {sandbox && ', invented by the sandbox'}
          </Line>
        )}
        {why !== null && <Line role={trouble === null ? undefined : 'status'}>{why}</Line>}
        {trouble === 'scope' && (
          <div>
            <ConnectAgain platform={post.platform} />
          </div>
        )}
      </Stack>
    </Frame>
  );
}

const LABELS = { views: 'Views', likes: 'Likes', comments: 'Comments' };
