import styled from '@emotion/styled';
import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { accountOn } from '../../domains/posts/account-on';
import { mobile, space, tokens } from '../../ui';
import type { PostDraft } from './post-draft';
import { isImage, mediaFor } from './post-requests';
import type { PreviewMedia } from './PreviewPicture';
import type { ProjectLink } from './project-link';
import { nameOf } from './submission';
import { VerticalPreview } from './VerticalPreview';
import { YouTubePreview } from './YouTubePreview';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(6)};
  & > li {
    display: grid;
    align-content: start;
    gap: ${space(2)};
    width: 280px;
    max-width: 100%;
  }
  & > li[data-wide='true'] {
    width: 380px;
  }
  ${mobile} {
    & > li,
    & > li[data-wide='true'] {
      width: 100%;
    }
  }
`;
const Name = styled.h2`
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Nothing = styled.p`
  color: ${tokens.text2};
`;

/** What the platform shows first: the project's video, else the first file that it takes. */
function mediaOf(platform: SocialPlatform, { media }: PostDraft, { video }: ProjectLink): PreviewMedia | null {
  if (video) return { url: video.url, kind: 'video' };
  const [first] = mediaFor(platform, media);
  return first ? { url: first.url, kind: isImage(first) ? 'image' : 'video' } : null;
}

/** As platforms that have no fields of their own for them show hashtags and mentions: below the text. */
const captionOf = ({ content, mentions, hashtags }: PostDraft): string =>
  [content.trim(), mentions.map((name) => `@${name}`).join(' '), hashtags.map((tag) => `#${tag}`).join(' ')]
    .filter((part) => part !== '')
    .join('\n\n');

interface PostPreviewProps {
  draft: PostDraft;
  link: ProjectLink;
  accounts: readonly SocialAccount[];
}

/** The post as each chosen platform would show it. */
export function PostPreview({ draft, link, accounts }: PostPreviewProps) {
  if (draft.platforms.length === 0) return <Nothing>Select a platform to preview the post.</Nothing>;
  return (
    <List aria-label="Previews">
      {draft.platforms.map((platform) => {
        const shown = {
          title: draft.title.trim(),
          caption: captionOf(draft),
          account: accountOn(platform, accounts)?.accountName ?? `Your ${nameOf(platform)} account`,
          media: mediaOf(platform, draft, link),
        };
        return (
          <li key={platform} data-wide={platform === 'youtube'}>
            <Name>{nameOf(platform)}</Name>
            {platform === 'youtube' ? (
              <YouTubePreview {...shown} />
            ) : (
              <VerticalPreview platform={platform} {...shown} />
            )}
          </li>
        );
      })}
    </List>
  );
}
