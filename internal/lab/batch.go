package lab

import (
	"path/filepath"
	"runtime"
	"strings"
)

// InOrder does n things on several processors and takes their answers in their
// order, each as soon as it and all before it are there. do runs at the same time
// for several i; take runs one at a time, on the caller's goroutine. workers 0
// means one a processor. No more than a few answers wait for an earlier one.
func InOrder[T any](n, workers int, do func(i int) T, take func(i int, v T)) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n)
	answers := make([]chan T, n)
	for i := range answers {
		answers[i] = make(chan T, 1)
	}
	ahead := make(chan struct{}, 4*workers)
	next := make(chan int)
	go func() {
		for i := range n {
			ahead <- struct{}{}
			next <- i
		}
		close(next)
	}()
	for range workers {
		go func() {
			for i := range next {
				answers[i] <- do(i)
			}
		}()
	}
	for i := range n {
		take(i, <-answers[i])
		<-ahead
	}
}

// SpinPath is where a model's rig goes when nothing else is said: into dir, or
// beside the model where dir is empty, as <model>_Spin.glb. A sample has no
// folder: with an empty dir the answer is "".
func SpinPath(model, dir string) string {
	base := filepath.Base(model)
	if IsSample(model) {
		if dir == "" {
			return ""
		}
		base = model[strings.LastIndexAny(model, ":/")+1:]
	} else if dir == "" {
		dir = filepath.Dir(model)
	}
	return filepath.Join(dir, strings.TrimSuffix(base, filepath.Ext(base))+"_Spin.glb")
}

// SpinPaths are the SpinPaths of several models, and for each what is wrong with
// its: that it would replace one of the models, or what an earlier one writes.
func SpinPaths(models []string, dir string) (paths []string, errs []error) {
	paths, errs = make([]string, len(models)), make([]error, len(models))
	taken := map[string]string{} // canonical output to its model
	for i, m := range models {
		paths[i] = SpinPath(m, dir)
		g := Guard{}
		g.Input(models...)
		g.Output(paths[i], KindModel, "")
		if errs[i] = g.Check(); errs[i] != nil || paths[i] == "" {
			continue
		}
		at := canonical(paths[i])
		if first, ok := taken[at]; ok {
			errs[i] = outputTaken(paths[i], m, first)
			continue
		}
		taken[at] = m
	}
	return paths, errs
}
