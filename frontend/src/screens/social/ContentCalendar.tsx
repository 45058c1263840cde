import styled from '@emotion/styled';
import type { SocialPost } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { reschedulePost } from '../../domains/posts/change-post';
import { movedTo, postsByDay, spanOfWeeks } from '../../domains/posts/post-days';
import { usePosts } from '../../domains/posts/queries';
import { addMonths, utcNoon, type Day } from '../../platform/days';
import { dayAt, visitorZone } from '../../platform/zoned-time';
import { Button, IconButton, Row, space, tellFailure, TitledCard, tokens, Unreadable } from '../../ui';
import { CalendarGrid } from './CalendarGrid';
import { DayList } from './DayList';
import { PostDialog } from './PostDialog';

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
const monthTitle = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The posts of a month, on their days in the visitor's own time zone. */
export function ContentCalendar() {
  const titleId = useId();
  const queryClient = useQueryClient();
  const zone = visitorZone();
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
    void reschedulePost(queryClient, post, due);
  }

  return (
    <TitledCard title="Content Calendar">
      <Head>
        <h3 id={titleId} aria-live="polite">
          {monthTitle.format(utcNoon(month))}
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
      {chosen !== null && (
        <DayList day={chosen} zone={zone} posts={postsByDay(posts, zone).get(chosen) ?? []} onOpen={setOpened} />
      )}
      {opened && (
        <PostDialog
          post={opened}
          zone={zone}
          onClose={() => setOpened(null)}
          // The answer may come when the dialog is closed, or shows another one.
          onChanged={(post) => setOpened((open) => (open?.id === post.id ? post : open))}
        />
      )}
    </TitledCard>
  );
}
