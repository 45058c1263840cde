import styled from '@emotion/styled';
import { TIKTOK_PRIVACY_LEVELS } from '@storyreel/contracts';
import type { TikTokCreator, TikTokPrivacy } from '@storyreel/contracts';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button, Checkbox, Field, Label, Row, Select, Skeleton, space, Stack, Switch, tokens } from '../../../ui';
import { canWatch } from './tiktok-choices';
import type { TikTokChoices, TikTokDraft } from './tiktok-choices';

const AUDIENCES: Record<TikTokPrivacy, string> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  FOLLOWER_OF_CREATOR: 'Your followers',
  MUTUAL_FOLLOW_FRIENDS: 'Friends: followers you follow back',
  SELF_ONLY: 'Only you',
};
const MUSIC = 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en';
const BRANDED = 'https://www.tiktok.com/legal/page/global/bc-policy/en';

const Part = styled.fieldset`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    margin-bottom: ${space(2)};
    padding: 0;
    font-size: ${tokens.body};
    font-weight: 550;
  }
`;
const Choice = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  column-gap: ${space(3)};
  & label {
    font-weight: 400;
  }
`;
const Note = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  & a {
    text-decoration: underline;
  }
`;
const Warning = styled(Note)`
  padding: ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.warningSoft};
  color: ${tokens.warning};
`;
const Fault = styled(Note)`
  color: ${tokens.danger};
`;

interface OptionProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  note?: ReactNode;
}

function Option({ label, checked, onChange, disabled = false, note }: OptionProps) {
  const id = useId();
  return (
    <Choice>
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} disabled={disabled} />
      <div>
        <Label htmlFor={id}>{label}</Label>
        {note && <Note>{note}</Note>}
      </div>
    </Choice>
  );
}

type Interaction = 'allowsComments' | 'allowsDuets' | 'allowsStitches';
const INTERACTIONS: readonly { field: Interaction; off: keyof TikTokCreator; label: string }[] = [
  { field: 'allowsComments', off: 'commentsOff', label: 'Comments' },
  { field: 'allowsDuets', off: 'duetsOff', label: 'Duets' },
  { field: 'allowsStitches', off: 'stitchesOff', label: 'Stitches' },
];

interface TikTokFieldsProps {
  choices: TikTokChoices;
  draft: TikTokDraft;
  onChange: (draft: TikTokDraft) => void;
  /** True to show which choices are missing. */
  wasTried: boolean;
}

/** Fields for the choices that TikTok requires from the author of each post; nothing for other accounts. */
export function TikTokFields({ choices, draft, onChange, wasTried }: TikTokFieldsProps) {
  const { isAsked, creator, unread, retry } = choices;
  if (!isAsked) return null;
  if (unread !== null)
    return (
      <Stack gap={2} role="alert">
        <Fault>{unread}</Fault>
        <Row gap={2}>
          <Button onClick={() => void retry()}>Try Again</Button>
        </Row>
      </Stack>
    );
  if (!creator) return <Skeleton height="180px" />;
  const change = (part: Partial<TikTokDraft>) => onChange({ ...draft, ...part });
  const isBranded = draft.isCommercial && draft.promotesOthersBrand;
  const fault = choices.tooLong ?? (wasTried ? choices.fault : undefined);
  return (
    <Stack gap={4} role="group" aria-label="TikTok settings">
      <Note>
        Posts as <strong>{creator.nickname}</strong>
      </Note>
      {!creator.isAudited && (
        <Warning>
          Only you can see this video on TikTok: TikTok has not yet audited this installation. Your account must be
          private while it posts; later you can change both in TikTok.
        </Warning>
      )}
      <Field label="Who can watch this video" error={fault}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.privacyLevel}
            placeholder="Choose"
            options={TIKTOK_PRIVACY_LEVELS.filter((level) => creator.privacyLevels.includes(level)).map((level) => ({
              value: level,
              label:
                level === 'SELF_ONLY' && isBranded ? `${AUDIENCES[level]} (not for branded content)` : AUDIENCES[level],
              disabled: !canWatch(level, creator, isBranded),
            }))}
            onValueChange={(privacyLevel) => change({ privacyLevel })}
          />
        )}
      </Field>
      <Part>
        <legend>Allow others</legend>
        {INTERACTIONS.map(({ field, off, label }) => {
          const isOff = creator[off] === true;
          return (
            <Option
              key={field}
              label={label}
              checked={draft[field] && !isOff}
              disabled={isOff}
              note={isOff && 'Switched off in your settings on TikTok.'}
              onChange={(on) => change({ [field]: on })}
            />
          );
        })}
      </Part>
      <Commercial draft={draft} change={change} isAudited={creator.isAudited} />
      <Consent isBranded={isBranded} />
    </Stack>
  );
}

interface CommercialProps {
  draft: TikTokDraft;
  change: (part: Partial<TikTokDraft>) => void;
  isAudited: boolean;
}

function Commercial({ draft, change, isAudited }: CommercialProps) {
  const id = useId();
  const isPrivate = !isAudited || draft.privacyLevel === 'SELF_ONLY';
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <Switch id={id} checked={draft.isCommercial} onCheckedChange={(isCommercial) => change({ isCommercial })} />
        <Label htmlFor={id}>Disclose commercial content</Label>
      </Row>
      <Note>Switch this on if the video promotes a brand, goods or a service, your own or somebody else’s.</Note>
      {draft.isCommercial && (
        <>
          <Option
            label="Your brand"
            checked={draft.promotesOwnBrand}
            onChange={(promotesOwnBrand) => change({ promotesOwnBrand })}
            note="You promote yourself or your own business. TikTok labels the video ‘Promotional content’."
          />
          <Option
            label="Branded content"
            checked={draft.promotesOthersBrand}
            disabled={isPrivate && !draft.promotesOthersBrand}
            onChange={(promotesOthersBrand) => change({ promotesOthersBrand })}
            note={
              isPrivate
                ? 'Not possible while only you can watch the video.'
                : 'Another brand pays for this. TikTok labels the video ‘Paid partnership’.'
            }
          />
        </>
      )}
    </Stack>
  );
}

/** The consent that TikTok asks for (developers.tiktok.com/doc/content-sharing-guidelines, read 2026-11-28). */
function Consent({ isBranded }: { isBranded: boolean }) {
  const link = (href: string, name: string) => (
    <a href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
  return (
    <Note>
      By posting, you agree to TikTok’s {isBranded && <>{link(BRANDED, 'Branded Content Policy')} and </>}
      {link(MUSIC, 'Music Usage Confirmation')}. The video may take a few minutes to appear on your profile.
    </Note>
  );
}
