// PW-03: after a change of a password this browser forgets who was signed in and goes home. First away, then forgotten: an
// area that finds nobody signed in would send its visitor to the login instead.
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

export function useGoHome(forget: () => unknown): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await navigate(paths.home)
    await forget()
  }, [navigate, forget])
}
