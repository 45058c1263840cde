import {
  DndContext,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { DragEndEvent } from '@dnd-kit/core';
import styled from '@emotion/styled';
import type { SocialPost } from '@storyreel/contracts';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { monthOf, utcNoon, weeksOfMonth } from '../../../platform/time/days';
import type { Day } from '../../../platform/time/days';
import { dateFormat } from '../../../platform/time/written-dates';
import { mobile, space, tokens } from '../../../ui';
import { FocusAfterDrop } from '../../../ui/Sorter';
import type { Dropped } from '../../../ui/Sorter';
import { dayOfPost, postsByDay } from '../post-days';
import { DraggedChip, PostChip } from './PostChip';
import { CALENDAR_INSTRUCTIONS, calendarAnnouncements, dayName, dayUnder, fromDayToDay } from './calendar-drag';

/** Maximum number of posts that a day shows; any others are only counted. */
export const POSTS_SHOWN = 3;

const Cell = styled.td`
  height: 116px;
  padding: ${space(1)};
  border: 1px solid ${tokens.line};
  vertical-align: top;
  &[data-outside='true'] {
    background: ${tokens.surface0};
  }
  &[data-over='true'] {
    background: ${tokens.surface3};
    box-shadow: inset 0 0 0 2px ${tokens.focus};
  }
  &[data-chosen='true'] {
    box-shadow: inset 0 0 0 2px ${tokens.text1};
  }
  ${mobile} {
    height: 64px;
    padding: 3px;
  }
`;
const DayButton = styled.button`
  display: flex;
  align-items: center;
  width: 100%;
  min-height: 32px;
  padding: 0 ${space(1)};
  border: 0;
  background: none;
  color: ${tokens.text1};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &[data-outside='true'] {
    color: ${tokens.text3};
  }
  &[aria-current='date'] > b {
    background: ${tokens.text1};
    color: ${tokens.surface1};
  }
  & > b {
    display: grid;
    place-items: center;
    min-width: 26px;
    height: 26px;
    padding: 0 ${space(1)};
    border-radius: 13px;
    font-weight: 550;
  }
  ${mobile} {
    justify-content: center;
    min-height: 44px;
    padding: 0;
  }
`;
const Chips = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(1)};
`;
const More = styled.button`
  min-height: 32px;
  padding: 0 ${space(1)};
  border: 0;
  background: none;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  text-align: start;
  cursor: pointer;
  &:hover {
    color: ${tokens.text1};
  }
  ${mobile} {
    min-height: 44px;
    text-align: center;
  }
`;

export interface DayCellProps {
  day: Day;
  zone: string;
  posts: readonly SocialPost[];
  isOutside: boolean;
  isToday: boolean;
  isChosen: boolean;
  /** True for a past day, on which nothing can be scheduled. */
  isPast: boolean;
  onChoose: () => void;
  onOpen: (post: SocialPost) => void;
}

const counted = (count: number): string => (count === 0 ? '' : `, ${count} ${count === 1 ? 'post' : 'posts'}`);

/** Shows a day of the calendar with its first posts; posts from other days can be dropped on it. */
function DayCell({ day, zone, posts, isOutside, isToday, isChosen, isPast, onChoose, onOpen }: DayCellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day, disabled: isPast });
  const more = posts.length - POSTS_SHOWN;
  return (
    <Cell ref={setNodeRef} data-day={day} data-outside={isOutside} data-over={isOver} data-chosen={isChosen}>
      <DayButton
        type="button"
        aria-label={dayName(day) + counted(posts.length)}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isChosen}
        data-outside={isOutside}
        onClick={onChoose}
      >
        <b>{utcNoon(day).getUTCDate()}</b>
      </DayButton>
      <Chips>
        {posts.slice(0, POSTS_SHOWN).map((post) => (
          <PostChip key={post.id} post={post} zone={zone} onOpen={() => onOpen(post)} />
        ))}
        {more > 0 && (
          <More type="button" aria-label={`+${more} more on ${dayName(day)}`} onClick={onChoose}>
            +{more} more
          </More>
        )}
      </Chips>
    </Cell>
  );
}

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  & th {
    padding: ${space(2)} 0;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 550;
  }
`;

/** Pixels that a mouse must move before a press becomes a drag. */
const DRAG_DISTANCE = 3;
/** Milliseconds for which a finger must rest before a drag starts; moving earlier scrolls. */
const TOUCH = { delay: 250, tolerance: 8 };
const KEYS = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space, KeyboardCode.Enter] };

const weekday = (style: 'short' | 'long') => {
  const format = dateFormat({ weekday: style, timeZone: 'UTC' });
  return (day: Day) => format(utcNoon(day));
};
const shortWeekday = weekday('short');
const longWeekday = weekday('long');

export interface CalendarGridProps {
  /** Any day of the displayed month. */
  month: Day;
  today: Day;
  zone: string;
  posts: readonly SocialPost[];
  /** The chosen day; null if none is chosen. */
  chosen: Day | null;
  onChoose: (day: Day) => void;
  onOpen: (post: SocialPost) => void;
  onMove: (post: SocialPost, day: Day) => void;
  labelId: string;
}

/** Shows the posts of a month. Mouse, touch and keyboard can drag them to other days. */
export function CalendarGrid(props: CalendarGridProps) {
  const { month, today, zone, posts, chosen, onChoose, onOpen, onMove, labelId } = props;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const settle = useCallback(() => setDropped(null), []);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
    useSensor(KeyboardSensor, { coordinateGetter: fromDayToDay, keyboardCodes: KEYS }),
  );
  const weeks = weeksOfMonth(month);
  const days = weeks.flat();
  const byDay = postsByDay(posts, zone);
  const find = (id: string) => posts.find((post) => post.id === id);
  const placeOf = (id: string): number => {
    const post = find(id);
    return post ? days.indexOf(dayOfPost(post, zone)) : -1;
  };
  const dragged = draggedId === null ? undefined : find(draggedId);

  function drop({ active, over }: DragEndEvent): void {
    setDraggedId(null);
    const post = find(String(active.id));
    if (!post || !over || over.id === dayOfPost(post, zone)) return;
    setDropped({ id: post.id, from: placeOf(post.id) });
    onMove(post, String(over.id));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dayUnder}
      accessibility={{
        announcements: calendarAnnouncements(posts, (post) => dayOfPost(post, zone)),
        screenReaderInstructions: CALENDAR_INSTRUCTIONS,
      }}
      onDragStart={({ active }) => {
        setDropped(null);
        setDraggedId(String(active.id));
      }}
      onDragEnd={drop}
      onDragCancel={() => setDraggedId(null)}
    >
      <Table aria-labelledby={labelId}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  zone={zone}
                  posts={byDay.get(day) ?? []}
                  isOutside={monthOf(day) !== monthOf(month)}
                  isToday={day === today}
                  isChosen={day === chosen}
                  isPast={day < today}
                  onChoose={() => onChoose(day)}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <FocusAfterDrop dropped={dropped} place={dropped ? placeOf(dropped.id) : -1} onDone={settle} />
      {createPortal(<DragOverlay>{dragged && <DraggedChip post={dragged} />}</DragOverlay>, document.body)}
    </DndContext>
  );
}
