import { useDroppable } from '@dnd-kit/core';
import styled from '@emotion/styled';
import type { SocialPost } from '@storyreel/contracts';
import { utcNoon, type Day } from '../../platform/days';
import { mobile, space, tokens } from '../../ui';
import { dayName } from './calendar-drag';
import { PostChip } from './PostChip';

/** So many posts a day shows; the others are counted. */
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
  /** Nothing can be planned for it any more. */
  isPast: boolean;
  onChoose: () => void;
  onOpen: (post: SocialPost) => void;
}

const counted = (count: number): string => (count === 0 ? '' : `, ${count} ${count === 1 ? 'post' : 'posts'}`);

/** A day of the calendar with its first posts; another day's posts can be put down on it. */
export function DayCell({ day, zone, posts, isOutside, isToday, isChosen, isPast, onChoose, onOpen }: DayCellProps) {
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
