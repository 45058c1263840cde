import { LIMITS, postLimits } from '@storyreel/contracts';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, Card, characters, Field, Input, lengthNote, Stack } from '../../ui';
import { ContentField } from './ContentField';
import { MediaField } from './MediaField';
import type { PostDraft } from './post-draft';
import { hashtagProblem, type PostProblems } from './post-form';
import { SaveTemplateDialog } from './SaveTemplateDialog';
import { TagField } from './TagField';
import type { PostMedia } from './usePostMedia';

const WAIT = 'Files are still uploading. Wait for them to finish, or cancel them.';
const TITLE_LIMIT = characters(LIMITS.postTitle);

interface PostFieldsProps {
  draft: PostDraft;
  onChange: (change: Partial<PostDraft>) => void;
  problems: PostProblems;
  uploads: PostMedia;
  /** Sending was tried while files were on their way. */
  isWaiting: boolean;
}

/** What the post says and shows. */
export function PostFields({ draft, onChange, problems, uploads, isWaiting }: PostFieldsProps) {
  const [isSaving, setSaving] = useState(false);
  const { platforms, hashtags } = draft;
  const { hashtags: most } = postLimits(platforms);
  return (
    <Card aria-label="Post">
      <Stack gap={5}>
        <Field
          label="Post Title"
          {...(problems.title ? { error: problems.title } : lengthNote(draft.title, TITLE_LIMIT))}
        >
          {(ids) => (
            <Input {...ids} value={draft.title} onChange={(event) => onChange({ title: event.target.value })} />
          )}
        </Field>
        <ContentField
          content={draft.content}
          onChange={(content) => onChange({ content })}
          platforms={platforms}
          problem={problems.content}
        />
        <TagField
          label="Hashtags"
          noun="hashtag"
          prefix="#"
          tags={hashtags}
          draft={draft.hashtagDraft}
          onChange={(tags, hashtagDraft) => onChange({ hashtags: tags, hashtagDraft })}
          hint={`${hashtags.length} of ${most} hashtags`}
          problem={hashtagProblem(draft) ?? problems.hashtags}
        />
        <TagField
          label="Mentions"
          noun="mention"
          prefix="@"
          tags={draft.mentions}
          draft={draft.mentionDraft}
          onChange={(mentions, mentionDraft) => onChange({ mentions, mentionDraft })}
          problem={problems.mentions}
        />
        <MediaField
          media={draft.media}
          onRemove={(gone) => onChange({ media: draft.media.filter((file) => file !== gone) })}
          uploads={uploads}
          platforms={platforms}
          problem={isWaiting ? WAIT : undefined}
        />
        <div>
          <Button
            size="small"
            icon={<BookmarkPlus size={16} aria-hidden />}
            disabled={draft.content.trim() === ''}
            onClick={() => setSaving(true)}
          >
            Save This Post as a Template
          </Button>
        </div>
      </Stack>
      {isSaving && <SaveTemplateDialog draft={draft} onClose={() => setSaving(false)} />}
    </Card>
  );
}
