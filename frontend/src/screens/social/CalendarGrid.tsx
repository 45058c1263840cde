import {
  DndContext,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import styled from '@emotion/styled';
import type { SocialPost } from '@storyreel/contracts';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { dayOfPost, postsByDay } from '../../domains/posts/post-days';
import { monthOf, utcNoon, weeksOfMonth, type Day } from '../../platform/days';
import { space, tokens } from '../../ui';
import { FocusAfterDrop, type Dropped } from '../../ui/FocusAfterDrop';
import { CALENDAR_INSTRUCTIONS, calendarAnnouncements, dayUnder, fromDayToDay } from './calendar-drag';
import { DayCell } from './DayCell';
import { DraggedChip } from './PostChip';

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

/** Pixels a mouse moves before a press becomes a drag. */
const DRAG_DISTANCE = 3;
/** A finger that rests so long (ms) drags; one that moves before that scrolls. */
const TOUCH = { delay: 250, tolerance: 8 };
const KEYS = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space, KeyboardCode.Enter] };

const weekday = (style: 'short' | 'long') => {
  const format = new Intl.DateTimeFormat(undefined, { weekday: style, timeZone: 'UTC' });
  return (day: Day) => format.format(utcNoon(day));
};
const shortWeekday = weekday('short');
const longWeekday = weekday('long');

export interface CalendarGridProps {
  /** A day of the month that is shown. */
  month: Day;
  today: Day;
  zone: string;
  posts: readonly SocialPost[];
  /** Null: none. */
  chosen: Day | null;
  onChoose: (day: Day) => void;
  onOpen: (post: SocialPost) => void;
  onMove: (post: SocialPost, day: Day) => void;
  labelId: string;
}

/** A month of posts, which can be dragged to other days by mouse, by finger and by keyboard. */
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
