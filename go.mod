module donorlab

go 1.24.0

require (
	github.com/fsnotify/fsnotify v1.10.1
	github.com/go-gl/mathgl v1.2.0
	github.com/hajimehoshi/ebiten/v2 v2.9.7
	github.com/inkyblackness/imgui-go/v4 v4.7.0
	github.com/jezek/xgb v1.1.1
	github.com/qmuntal/gltf v0.28.0
	golang.org/x/image v0.31.0
	golang.org/x/sys v0.36.0
)

require (
	github.com/ebitengine/gomobile v0.0.0-20250923094054-ea854a63cce1 // indirect
	github.com/ebitengine/hideconsole v1.0.0 // indirect
	github.com/ebitengine/purego v0.9.0 // indirect
	golang.org/x/sync v0.17.0 // indirect
)
