import styled from '@emotion/styled';
import { Button } from './Button';
import { Row } from './layout';
import { tokens } from './tokens';

const Words = styled.p`
  color: ${tokens.text2};
`;

interface UnreadableLineProps {
  /** What could not be loaded: 'the models'. */
  what: string;
  retry: () => unknown;
  isTrying?: boolean;
}

/** Says the same as `Unreadable` where there is room for a line. */
export const UnreadableLine = ({ what, retry, isTrying }: UnreadableLineProps) => (
  <Row gap={3} role="alert">
    <Words>Couldn&apos;t load {what}.</Words>
    <Button size="small" loading={isTrying} onClick={() => void retry()}>
      Try Again
    </Button>
  </Row>
);
