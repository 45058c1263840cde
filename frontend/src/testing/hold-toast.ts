import { fireEvent } from '@testing-library/react';

/** The toast on screen stays until the window is looked at again. */
export const holdToast = (): boolean => fireEvent.blur(window);
