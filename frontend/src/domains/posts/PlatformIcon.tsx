import type { SocialPlatform } from '@storyreel/contracts';
import { Camera, Music2, SquarePlay, type LucideIcon } from 'lucide-react';

/** Shapes that remind of a platform: its own sign is not ours to draw. */
const ICONS: Record<SocialPlatform, LucideIcon> = { youtube: SquarePlay, instagram: Camera, tiktok: Music2 };

/** Stands beside the platform's name, or beside something that says it. */
export function PlatformIcon({ platform, size = 16 }: { platform: SocialPlatform; size?: 16 | 20 }) {
  const Icon = ICONS[platform];
  return <Icon size={size} aria-hidden data-platform={platform} />;
}
