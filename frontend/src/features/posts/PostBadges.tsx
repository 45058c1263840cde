import styled from '@emotion/styled';
import type { PostStatus, SocialPlatform } from '@storyreel/contracts';
import { Camera, Music2, SquarePlay } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Badge, space, tokens } from '../../ui';
import type { Tone } from '../../ui';

/** Generic icons that suggest each platform, since the platforms' logos may not be used. */
const ICONS: Record<SocialPlatform, LucideIcon> = { youtube: SquarePlay, instagram: Camera, tiktok: Music2 };

/** A decorative icon; the platform's name must be in text beside it. */
export function PlatformIcon({ platform, size = 16 }: { platform: SocialPlatform; size?: 16 | 20 }) {
  const Icon = ICONS[platform];
  return <Icon size={size} aria-hidden data-platform={platform} />;
}

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

/** Shows a post's status. */
export function PostStatusBadge({ status }: { status: PostStatus }) {
  const variant = VARIANTS[status] ?? 'outline';
  return (
    <Outline data-variant={variant}>
      <Badge tone={TONES[variant]}>{LABELS[status]}</Badge>
    </Outline>
  );
}

/** Id of the section of the Social screen in which platforms are connected. */
export const CONNECTIONS_ID = 'connections';

/** A button for a platform, with its icon. */
export const PlatformButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: 0 ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-weight: 550;
  cursor: pointer;
`;
export const PlatformStrip = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;
