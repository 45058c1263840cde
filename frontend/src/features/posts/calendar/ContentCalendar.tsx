import styled from '@emotion/styled';
import { cutText, PLATFORM_PROFILES } from '@storyreel/contracts';
import type { SocialPost } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { addMonths, utcNoon } from '../../../platform/time/days';
import type { Day } from '../../../platform/time/days';
import { dateFormat, useVisitorZone, useWrittenDates, zoneWords } from '../../../platform/time/written-dates';
import { clockNote, dayAt } from '../../../platform/time/zoned-time';
import {
  Badge,
  Button,
  IconButton,
  Row,
  space,
  tellFailure,
  TitledCard,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../../ui';
import { PlatformIcon, PostStatusBadge } from '../PostBadges';
import { usePosts } from '../api';
import { reschedulePost } from '../post-commands';
import { inZone, movedTo, postsByDay, spanOfWeeks, timeOfMoved } from '../post-days';
import { viewsInWords } from '../statistics/PostStatistics';
import { CalendarGrid } from './CalendarGrid';
import { PostDialog } from './PostDialog';
import { dayName } from './calendar-drag';

/** Maximum length of the excerpt on a post's card, in characters. */
const EXCERPT = 120;

const Open = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  width: 100%;
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  text-align: start;
  cursor: pointer;
  &:hover {
    border-color: ${tokens.lineStrong};
  }
  & > svg {
    margin-top: 2px;
  }
`;
const Words = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};
  overflow-wrap: anywhere;
  & > b {
    font-weight: 600;
  }
  & > span:last-of-type {
    color: ${tokens.text2};
  }
`;
const Time = styled.time`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;

const beginningOf = (content: string): string => {
  const cut = cutText(content, EXCERPT);
  return cut.length < content.length ? `${cut.trimEnd()}…` : cut;
};

/** A post in a list; clicking it opens the post. */
function PostCard({ post, zone, onOpen }: { post: SocialPost; zone: string; onOpen: () => void }) {
  const { title, content, platform, status, scheduledAt, question, isPublishing, madePrivate, statistics } = post;
  return (
    <Open type="button" onClick={onOpen}>
      <PlatformIcon platform={platform} size={20} />
      <Words>
        <Row as="span" gap={2}>
          <VisuallyHidden>{PLATFORM_PROFILES[platform].name}</VisuallyHidden>
          <PostStatusBadge status={status} />
          {question !== null && <Badge tone="danger">Needs your answer</Badge>}
          {madePrivate && <Badge tone="warning">Private</Badge>}
          {isPublishing && <Badge tone="warning">Publishing</Badge>}
          {statistics?.numbers && <Time as="span">{viewsInWords(statistics.numbers.views)}</Time>}
          {scheduledAt !== null && <Time dateTime={scheduledAt}>{inZone(zone).time(scheduledAt)}</Time>}
        </Row>
        <b dir="auto">{title}</b>
        <span dir="auto">{beginningOf(content)}</span>
      </Words>
    </Open>
  );
}

const Region = styled.section`
  margin-top: ${space(5)};
  & > h3 {
    margin-bottom: ${space(3)};
    font-size: ${tokens.body};
  }
`;
const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
`;
const Nothing = styled.p`
  color: ${tokens.text2};
`;

export interface DayListProps {
  day: Day;
  zone: string;
  posts: readonly SocialPost[];
  onOpen: (post: SocialPost) => void;
}

/** Lists all posts of a day. */
function DayList({ day, zone, posts, onOpen }: DayListProps) {
  return (
    <Region aria-live="polite" aria-label={`Posts on ${dayName(day)}`}>
      <h3>{dayName(day)}</h3>
      {posts.length === 0 ? (
        <Nothing>No posts scheduled for this date</Nothing>
      ) : (
        <List>
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} zone={zone} onOpen={() => onOpen(post)} />
            </li>
          ))}
        </List>
      )}
    </Region>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  margin-bottom: ${space(3)};
  & > h3 {
    font-size: ${tokens.body};
    font-weight: 600;
  }
`;
const monthTitle = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

const ZoneNote = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

/** Shows a month of posts by day, in the visitor's time zone. */
export function ContentCalendar() {
  const titleId = useId();
  const queryClient = useQueryClient();
  const zone = useVisitorZone();
  const isOwnZone = useWrittenDates().timeZone !== null;
  const today = dayAt(new Date(), zone);
  const [month, setMonth] = useState<Day>(today);
  const [chosen, setChosen] = useState<Day | null>(null);
  const [opened, setOpened] = useState<SocialPost | null>(null);
  const { data, isError, isPending, refetch } = usePosts(spanOfWeeks(month, zone));
  const posts = data ?? [];

  function move(post: SocialPost, day: Day): void {
    const due = movedTo(day, post, zone);
    if (due <= new Date()) {
      return tellFailure('That time has passed', 'Open the post to choose a later time.');
    }
    const note = clockNote(day, timeOfMoved(post, zone), zone);
    void reschedulePost(queryClient, post, due, note);
  }

  return (
    <TitledCard title="Content Calendar">
      <Head>
        <h3 id={titleId} aria-live="polite">
          {monthTitle(utcNoon(month))}
        </h3>
        <Row gap={1}>
          <Button size="small" onClick={() => setMonth(today)}>
            Today
          </Button>
          <IconButton
            label="Previous month"
            icon={<ChevronLeft size={20} aria-hidden />}
            onClick={() => setMonth(addMonths(month, -1))}
          />
          <IconButton
            label="Next month"
            icon={<ChevronRight size={20} aria-hidden />}
            onClick={() => setMonth(addMonths(month, 1))}
          />
        </Row>
      </Head>
      {isError && !data ? (
        <Unreadable what="your posts" retry={refetch} level={3} />
      ) : (
        <div aria-busy={isPending}>
          <CalendarGrid
            month={month}
            today={today}
            zone={zone}
            posts={posts}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={setOpened}
            onMove={move}
            labelId={titleId}
          />
        </div>
      )}
      {isOwnZone && <ZoneNote>Days and times are those of {zoneWords(zone)}, as chosen in Settings.</ZoneNote>}
      {chosen !== null && (
        <DayList day={chosen} zone={zone} posts={postsByDay(posts, zone).get(chosen) ?? []} onOpen={setOpened} />
      )}
      {opened && (
        <PostDialog
          post={opened}
          zone={zone}
          onClose={() => setOpened(null)}
          // When the response arrives, the dialog may be closed or show another post.
          onChanged={(post) => setOpened((open) => (open?.id === post.id ? post : open))}
        />
      )}
    </TitledCard>
  );
}
