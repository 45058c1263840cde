import styled from '@emotion/styled';
import type { PostStatus } from '@storyreel/contracts';
import { Badge, type Tone, tokens } from '../../ui';

type Variant = 'default' | 'secondary' | 'destructive' | 'outline';
const LABELS: Record<PostStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Failed',
};
const VARIANTS: Partial<Record<PostStatus, Variant>> = {
  published: 'default',
  scheduled: 'secondary',
  failed: 'destructive',
};
const TONES: Record<Variant, Tone> = {
  default: 'positive',
  secondary: 'neutral',
  destructive: 'danger',
  outline: 'neutral',
};

const Outline = styled.span`
  display: inline-flex;
  border-radius: 11px;
  &[data-variant='outline'] {
    box-shadow: inset 0 0 0 1px ${tokens.lineStrong};
    & > span {
      background: transparent;
    }
  }
`;

/** What has become of a post. */
export function PostStatusBadge({ status }: { status: PostStatus }) {
  const variant = VARIANTS[status] ?? 'outline';
  return (
    <Outline data-variant={variant}>
      <Badge tone={TONES[variant]}>{LABELS[status]}</Badge>
    </Outline>
  );
}
