import styled from '@emotion/styled';
import type { SocialPost } from '@storyreel/contracts';
import type { Day } from '../../platform/days';
import { space, tokens } from '../../ui';
import { dayName } from './calendar-drag';
import { PostCard } from './PostCard';

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

/** All posts of a day. */
export function DayList({ day, zone, posts, onOpen }: DayListProps) {
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
