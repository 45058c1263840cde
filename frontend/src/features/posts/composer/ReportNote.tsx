import styled from '@emotion/styled';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Card, space, tokens } from '../../../ui';
import { nameOf } from './submission';
import type { PostReport } from './submission';

const Lines = styled.ul`
  display: grid;
  gap: ${space(2)};
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space(2)};
    overflow-wrap: anywhere;
  }
  & svg {
    margin-top: 2px;
  }
`;
const Rest = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

/** Links to the Social screen and keeps the open project in the address. */
function ToSocial({ children }: { children: ReactNode }) {
  return (
    <Link to="/social" search={({ project }) => ({ project })}>
      {children}
    </Link>
  );
}

/** Reports on a post that did not reach all of its platforms: what was created and what is left to do. */
export function ReportNote({ report: { created, skipped, failed } }: { report: PostReport }) {
  const card = useRef<HTMLElement>(null);
  // Scrolls to the report, because the send button may be a full screen further down.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [created, skipped, failed]);
  return (
    <Card ref={card} role="status" aria-label="Outcome of the post">
      <Lines>
        {created.length > 0 && (
          <Line icon={<CircleCheck size={16} color={tokens.positive} aria-hidden />}>
            Created for {list.format(created.map(nameOf))}. <ToSocial>See it in the calendar</ToSocial>
          </Line>
        )}
        {failed.map(({ platform, message, isUnsure }) => (
          <Line key={platform} icon={<CircleAlert size={16} color={tokens.danger} aria-hidden />}>
            {nameOf(platform)}: {message}
            {isUnsure && ". No response came. You can send it again: unchanged, it won't be posted twice."}
          </Line>
        ))}
        {skipped.map((platform) => (
          <Line key={platform} icon={<CircleMinus size={16} color={tokens.warning} aria-hidden />}>
            {nameOf(platform)} was skipped: no account is connected. <ToSocial>Connect one</ToSocial>
          </Line>
        ))}
      </Lines>
      <Rest>Your text is still here. Only what is selected now is sent next time.</Rest>
    </Card>
  );
}
