import { act } from '@testing-library/react';
import { useState } from 'react';
import { useReplacedTexts } from '../../platform/autosave/kept-texts';
import { batchWith } from '../../testing/batch-fixtures';
import { openStage, pass, SCENE, setStage } from '../../testing/message-stage';
import { useSceneAutosave } from '../scenes/useSceneAutosave';
import { batchKeys } from './api';
import './batch-watch';

setStage();

it.each([
  ['a batch of descriptions runs', [batchWith({ kind: 'descriptions' })], 'descriptions'],
  ['no batch of descriptions runs', [], 'other window'],
])('keeps a description saved here when another text replaces it while %s', async (_when, batches, by) => {
  const { queryClient, run } = openStage();
  const shown = await run(() => {
    const [scene, setScene] = useState(SCENE);
    const field = useSceneAutosave(scene, 'description');
    return { ...field, setScene, replaced: useReplacedTexts(field.name) };
  });
  act(() => shown.current.setValue('Mine.'));
  await pass(3_000);
  queryClient.setQueryData(batchKeys.list, batches);
  act(() => shown.current.setScene({ ...SCENE, description: 'Theirs.' }));
  expect(shown.current.replaced).toMatchObject([{ value: 'Mine.', by }]);
});
