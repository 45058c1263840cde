import styled from '@emotion/styled';
import { useId, type ReactNode } from 'react';
import { space, tokens } from './tokens';

export const Card = styled.section`
  padding: ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;
const Title = styled.h2`
  margin-bottom: ${space(4)};
  font-size: ${tokens.heading3};
`;

/** A part of the page under a heading of its own. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <Title id={titleId}>{title}</Title>
      {children}
    </Card>
  );
}
