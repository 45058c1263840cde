import { fireEvent } from '@testing-library/react';

/** Keeps the toast on screen until the window has the focus again. */
export const holdToast = (): boolean => fireEvent.blur(window);
